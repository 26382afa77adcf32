// Options of the reference page, named as acceptance/docs.tsv names them.

export interface ReferenceOptions {
  readonly primaryColor: { readonly light: string; readonly dark: string }
  readonly sidebarWidth: string
  readonly search: boolean
  readonly schemaExpansionLevel: number
}
