// The theme would add its languages to a highlighter in the browser here; code is coloured at build time instead (plugins/highlight).
export default function includeLanguages(): void {}
