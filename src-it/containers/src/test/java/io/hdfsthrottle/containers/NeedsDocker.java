package io.hdfsthrottle.containers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Needs a Docker engine and root; is skipped with the reason where they cannot be had, and in the portable tier. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Engine.class)
@interface NeedsDocker {}
