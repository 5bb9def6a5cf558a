# The example that `sinew init` writes is part of the tool: its texts from the tree, its figure made here.
add_executable(sinew_embed ${PROJECT_SOURCE_DIR}/cli/embed/embed.c)
target_link_libraries(sinew_embed PRIVATE sinew_flags)

set(hero_folder ${PROJECT_SOURCE_DIR}/examples/character)
if(TARGET make_hero)
  set(hero_maker make_hero)
else()
  file(GLOB hero_sources CONFIGURE_DEPENDS ${hero_folder}/*.c)
  add_executable(sinew_make_hero ${hero_sources})
  target_include_directories(sinew_make_hero PRIVATE ${PROJECT_SOURCE_DIR}/examples ${hero_folder})
  target_link_libraries(sinew_make_hero PRIVATE sinew_all)
  set(hero_maker sinew_make_hero)
endif()

set(embedded ${PROJECT_BINARY_DIR}/embedded)
file(MAKE_DIRECTORY ${embedded})
add_custom_command(OUTPUT ${embedded}/hero.glb ${embedded}/hero.clips.json
  COMMAND ${hero_maker} ${embedded}/hero.glb DEPENDS ${hero_maker} VERBATIM)
set(texts README.md=${PROJECT_SOURCE_DIR}/cli/embed/README.md)
file(GLOB hero_texts CONFIGURE_DEPENDS ${hero_folder}/hero.animgraph ${hero_folder}/minute.txt)
foreach(text ${hero_texts})
  get_filename_component(name ${text} NAME)
  list(APPEND texts ${name}=${text})
endforeach()
add_custom_command(OUTPUT ${embedded}/embedded.c
  COMMAND sinew_embed ${embedded}/embedded.c embedded ${texts} hero.glb=${embedded}/hero.glb
    hero.clips.json=${embedded}/hero.clips.json
  DEPENDS sinew_embed ${embedded}/hero.glb ${embedded}/hero.clips.json ${PROJECT_SOURCE_DIR}/cli/embed/README.md
    ${hero_texts} VERBATIM)
target_sources(sinew_cli PRIVATE ${embedded}/embedded.c)
