# What `cmake --install` puts where: libraries, headers, pkg-config, CMake package, tool, manual, completion.
include(CMakePackageConfigHelpers)

set(SINEW_TARGETS sinew)
if(TARGET sinew_io)
  list(APPEND SINEW_TARGETS sinew_io)
  set_target_properties(sinew_io PROPERTIES EXPORT_NAME io)
endif()
install(TARGETS ${SINEW_TARGETS} EXPORT sinew-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/sinew DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

set(SINEW_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
install(EXPORT sinew-targets NAMESPACE sinew:: DESTINATION ${SINEW_PACKAGE_DIR})
configure_package_config_file(cmake/sinew-config.cmake.in ${PROJECT_BINARY_DIR}/cmake/sinew-config.cmake
  INSTALL_DESTINATION ${SINEW_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/sinew-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/sinew-config.cmake ${PROJECT_BINARY_DIR}/cmake/sinew-config-version.cmake
  DESTINATION ${SINEW_PACKAGE_DIR})

# The .pc files find their prefix from where they lie, so that an install can be moved.
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR} OR IS_ABSOLUTE ${CMAKE_INSTALL_INCLUDEDIR})
  set(SINEW_PC_LIB ${CMAKE_INSTALL_FULL_LIBDIR})
  set(SINEW_PC_INCLUDE ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
  file(RELATIVE_PATH up /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
  set(SINEW_PC_LIB "\${pcfiledir}/..")
  set(SINEW_PC_INCLUDE "\${pcfiledir}/${up}${CMAKE_INSTALL_INCLUDEDIR}")
endif()
foreach(name sinew sinew_io)
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/cmake/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

if(TARGET sinew_cli)
  install(TARGETS sinew_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/cli/sinew.1)
  install(FILES cli/sinew.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/cli/completion/sinew.bash)
  install(FILES cli/completion/sinew.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME sinew)
  install(FILES cli/completion/_sinew DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES cli/completion/sinew.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
