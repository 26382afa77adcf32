// The classes of a CSS module by name; a bundler makes them.
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
