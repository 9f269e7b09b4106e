// Carries the precompiled header (CMakeLists.txt).
