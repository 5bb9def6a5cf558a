# Kernels of sets that not every processor of the family has are compiled with flags of their own, and chosen when the
# program runs. A file whose set the compiler does not know compiles to nothing.
include(CheckCCompilerFlag)

# Their loops have few and known steps, which have to be laid out one after another for numbers to stay in registers.
file(GLOB kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/simd/kernels_*.c)
set(SINEW_SIMD_FLAGS "-fpeel-loops")
set_source_files_properties(${kernels} PROPERTIES COMPILE_OPTIONS "${SINEW_SIMD_FLAGS}")

function(sinew_simd set)
  check_c_compiler_flag("${ARGN}" SINEW_HAS_${set})
  if(SINEW_HAS_${set})
    string(REPLACE " " ";" flags "${ARGN}")
    set_source_files_properties(${PROJECT_SOURCE_DIR}/src/simd/kernels_${set}.c PROPERTIES COMPILE_OPTIONS "${SINEW_SIMD_FLAGS};${flags}")
  endif()
endfunction()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|i.86)$")
  sinew_simd(avx2 "-mavx2 -mfma")
  sinew_simd(avx512 "-mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma")
endif()
