package io.hdfsthrottle.coordinator.feature.forecast.model;

/** Linear least squares by the normal equations, for a few unknowns. Pure. */
final class LeastSquares {
    private LeastSquares() {}

    /**
     * Solves {@code (A + damping diag(A)) x = b} for a symmetric, positive A by Cholesky's decomposition.
     *
     * @return null if A is singular
     */
    static double[] solve(double[][] a, double[] b, double damping) {
        int n = b.length;
        double[][] lower = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = i == j ? a[i][i] * (1 + damping) : a[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= lower[i][k] * lower[j][k];
                }
                if (i != j) {
                    lower[i][j] = sum / lower[j][j];
                } else if (sum > 1e-12 * a[i][i] && sum > 0) {
                    lower[i][i] = Math.sqrt(sum);
                } else {
                    return null;
                }
            }
        }
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            double sum = b[i];
            for (int k = 0; k < i; k++) {
                sum -= lower[i][k] * x[k];
            }
            x[i] = sum / lower[i][i];
        }
        for (int i = n - 1; i >= 0; i--) {
            double sum = x[i];
            for (int k = i + 1; k < n; k++) {
                sum -= lower[k][i] * x[k];
            }
            x[i] = sum / lower[i][i];
        }
        return x;
    }

    /** The products of all columns with each other, from that place on. */
    static double[][] products(double[][] columns, int from) {
        int n = columns.length;
        double[][] products = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                products[i][j] = product(columns[i], columns[j], from);
                products[j][i] = products[i][j];
            }
        }
        return products;
    }

    /** The products of all columns with one, from that place on. */
    static double[] products(double[][] columns, double[] with, int from) {
        double[] products = new double[columns.length];
        for (int i = 0; i < products.length; i++) {
            products[i] = product(columns[i], with, from);
        }
        return products;
    }

    static double product(double[] one, double[] other, int from) {
        double sum = 0;
        for (int t = from; t < one.length; t++) {
            sum += one[t] * other[t];
        }
        return sum;
    }
}
