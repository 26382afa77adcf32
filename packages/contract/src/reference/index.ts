// The reference of the API, for the site that draws it and the server that tells agents of it.
export { buildModel, type OpenApi, referenceModel } from './build-model.ts'
export { operationMarkdown, operationTwin } from './markdown.ts'
export type { FieldModel, GroupModel, OperationModel, ParameterModel, ReferenceModel, ReplyModel, SchemaModel } from './model.ts'
export { type Inputs, initialInputs, LANGUAGES, type SnippetLanguage, snippet, targetOf } from './snippets.ts'
