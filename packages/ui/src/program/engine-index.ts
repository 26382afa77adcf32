/** Where the documentation site lists the engine's files (EngineFiles, as JSON) for other sites of its origin; below its base. */
export const ENGINE_INDEX = 'engine.json'
