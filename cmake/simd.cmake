# Kernels of sets that not every processor of the family has are compiled with flags of their own, and chosen when the
# program runs. A file whose set the compiler does not know compiles to nothing.
# The kernels are few and hot: small loops in them are to be unrolled. What is to be wide is written wide, and a compiler
# that makes more of it only moves numbers between registers.
# Kernels begin with a line of the cache: where else they begin, what is linked before them makes them 5 % slower or not.
include(CheckCCompilerFlag)

set(kernels scalar sse2 avx2 avx512 neon)
list(TRANSFORM kernels REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/src/simd/kernels_\\1.c")
set_property(SOURCE ${kernels} APPEND PROPERTY COMPILE_OPTIONS 
  "$<$<CONFIG:Release,RelWithDebInfo>:-O3>;-fno-tree-vectorize;-fno-tree-slp-vectorize;-falign-functions=64")

function(sinew_simd set)
  check_c_compiler_flag("${ARGN}" SINEW_HAS_${set})
  if(SINEW_HAS_${set})
    string(REPLACE " " ";" flags "${ARGN}")
    set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/simd/kernels_${set}.c APPEND PROPERTY COMPILE_OPTIONS "${flags}")
  endif()
endfunction()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|i.86)$")
  sinew_simd(avx2 "-mavx2 -mfma")
  sinew_simd(avx512 "-mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma")
endif()
