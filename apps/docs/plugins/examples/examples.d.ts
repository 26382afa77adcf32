// Results of the examples are made by `npm run examples`; types need no run. The bundler passes them through plugins/examples/loader.ts.
declare module '@site/.examples/*.json' {
  const result: import('./results.ts').ShownExample
  export default result
}
declare module '@site/.examples/*.json?thumbnail' {
  const thumbnail: import('./thumbnail.ts').Thumbnail
  export default thumbnail
}
