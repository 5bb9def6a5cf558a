# `sinew edit`. Its core, which knows no sockets, is a library of its own for the tests and the fuzzer; the page is
# embedded as scripts/page has built it into editor/dist, one for all build folders. Without libwebsockets or a page
# the command says which is missing.
set(editor_folder ${PROJECT_SOURCE_DIR}/editor)
find_package(Python3 COMPONENTS Interpreter)
if(NOT Python3_FOUND)
  message(FATAL_ERROR "python3 is missing: it makes the editor's protocol from editor/protocol/protocol.json")
endif()
set(protocol ${PROJECT_BINARY_DIR}/protocol)
file(GLOB protocol_makers CONFIGURE_DEPENDS ${editor_folder}/protocol/*.py)
add_custom_command(OUTPUT ${protocol}/protocol.c ${protocol}/protocol.h
  COMMAND ${Python3_EXECUTABLE} ${editor_folder}/protocol/generate.py --c ${protocol}
  COMMAND ${CMAKE_COMMAND} -E touch ${protocol}/protocol.c ${protocol}/protocol.h
  DEPENDS ${editor_folder}/protocol/protocol.json ${protocol_makers} VERBATIM)

file(GLOB editor_sources CONFIGURE_DEPENDS ${editor_folder}/server/*.c)
set(editor_transport)
foreach(name edit serve socket http browser)
  list(APPEND editor_transport ${editor_folder}/server/${name}.c)
endforeach()
list(REMOVE_ITEM editor_sources ${editor_transport})

add_library(sinew_editor STATIC EXCLUDE_FROM_ALL ${editor_sources} ${protocol}/protocol.c)
target_include_directories(sinew_editor PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src
  ${PROJECT_SOURCE_DIR}/cli ${editor_folder}/server ${protocol})
target_link_libraries(sinew_editor PRIVATE sinew_inside sinew_flags m)
target_compile_definitions(sinew_editor PRIVATE _DEFAULT_SOURCE _POSIX_C_SOURCE=200809L)
set_source_files_properties(${editor_transport} PROPERTIES COMPILE_DEFINITIONS "_DEFAULT_SOURCE;_POSIX_C_SOURCE=200809L")

if(SINEW_TESTS)
  add_executable(protocol_samples ${editor_folder}/tests/protocol_samples.c ${protocol}/protocol.c)
  target_include_directories(protocol_samples PRIVATE ${protocol})
  target_link_libraries(protocol_samples PRIVATE sinew_flags)
  set_target_properties(protocol_samples PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endif()

# The notices of what is in the tool, for `sinew --licenses` and the page.
set(notices sinew=${PROJECT_SOURCE_DIR}/LICENSE)

find_package(PkgConfig)
if(PkgConfig_FOUND AND SINEW_EDITOR AND NOT CMAKE_CROSSCOMPILING) # the libraries there are this machine's
  pkg_check_modules(LIBWEBSOCKETS IMPORTED_TARGET libwebsockets)
endif()
file(GLOB page_files CONFIGURE_DEPENDS ${editor_folder}/dist/*.gz)
target_sources(sinew_cli PRIVATE ${editor_folder}/server/edit.c)
if(SINEW_EDITOR AND LIBWEBSOCKETS_FOUND AND page_files)
  list(APPEND notices libwebsockets=${PROJECT_SOURCE_DIR}/cli/embed/libwebsockets.txt)
  if(EXISTS ${editor_folder}/dist/licenses.txt)
    list(APPEND notices "the editor's page=${editor_folder}/dist/licenses.txt")
  endif()
endif()
string(REGEX REPLACE "[^=;]*=" "" notice_files "${notices}")
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/embedded/notices.c
  COMMAND sinew_embed ${PROJECT_BINARY_DIR}/embedded/notices.c notice ${notices}
  DEPENDS sinew_embed ${notice_files} VERBATIM)
target_sources(sinew_cli PRIVATE ${PROJECT_BINARY_DIR}/embedded/notices.c)

# What tests and the fuzzer of the core link beside it: the tool's parts that it uses, and notices of their own.
set(kit_sources)
foreach(name rig_list say print args files)
  list(APPEND kit_sources ${PROJECT_SOURCE_DIR}/cli/${name}.c)
endforeach()
add_library(sinew_editor_kit STATIC EXCLUDE_FROM_ALL ${kit_sources} ${PROJECT_SOURCE_DIR}/tests/support/editor/notices.c)
target_include_directories(sinew_editor_kit PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src
  ${PROJECT_SOURCE_DIR}/cli)
target_link_libraries(sinew_editor_kit PUBLIC sinew_editor PRIVATE sinew_flags)
# The two need each other: the core uses the tool's parts.
target_link_libraries(sinew_editor PUBLIC sinew_editor_kit)
if(NOT SINEW_EDITOR OR NOT LIBWEBSOCKETS_FOUND)
  return()
endif()
if(NOT page_files)
  target_compile_definitions(sinew_cli PRIVATE SINEW_EDITOR_NO_PAGE)
  return()
endif()

set(page_items)
foreach(file ${page_files})
  get_filename_component(name ${file} NAME)
  string(REGEX REPLACE "\\.gz$" "" name ${name})
  list(APPEND page_items ${name}=${file})
endforeach()
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/embedded/page.c
  COMMAND sinew_embed ${PROJECT_BINARY_DIR}/embedded/page.c page ${page_items}
  DEPENDS sinew_embed ${page_files} VERBATIM)
target_sources(sinew_cli PRIVATE ${editor_transport} ${PROJECT_BINARY_DIR}/embedded/page.c)
target_compile_definitions(sinew_cli PRIVATE SINEW_EDITOR_SERVER)
# Their headers are not ours to warn about.
target_include_directories(sinew_cli SYSTEM PRIVATE ${LIBWEBSOCKETS_INCLUDE_DIRS})
target_link_libraries(sinew_cli PRIVATE sinew_editor PkgConfig::LIBWEBSOCKETS)
