package io.hdfsthrottle.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class PackagesTest {

    private static final String ROOT = "io.hdfsthrottle.bench";
    private static final int MOST_TYPES = 15;

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void packages_neverFormACycle() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void importsOnlyPointDown() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("disk")
                .definedBy(ROOT + ".disk..")
                .layer("report")
                .definedBy(ROOT + ".report..")
                .layer("load")
                .definedBy(ROOT + ".load..")
                .layer("scenario")
                .definedBy(ROOT + ".scenario..")
                .whereLayer("scenario")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("load")
                .mayOnlyBeAccessedByLayers("scenario")
                .whereLayer("report")
                .mayOnlyBeAccessedByLayers("scenario", "load")
                .whereLayer("disk")
                .mayOnlyBeAccessedByLayers("scenario", "load", "report")
                .check(CLASSES);
    }

    @Test
    void packagesHoldFewTypes() {
        Map<String, Long> types =
                CLASSES.that(resideInAPackage(ROOT + "..").and(DescribedPredicate.not(nested()))).stream()
                        .filter(each -> !each.getSimpleName().equals("package-info"))
                        .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

        assertThat(types)
                .hasSizeGreaterThan(6)
                .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MOST_TYPES));
    }

    private static DescribedPredicate<JavaClass> nested() {
        return DescribedPredicate.describe("nested", each -> !each.isTopLevelClass());
    }
}
