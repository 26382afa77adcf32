// Results of the examples are made by `npm run examples`; types need no run.
declare module '@site/.examples/*.json' {
  const result: import('../plugins/examples/results.ts').ExampleResult
  export default result
}
