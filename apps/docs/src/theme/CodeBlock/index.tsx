// What the theme itself shows as code, as in the pages.
export { default } from '@site/src/components/CodeBlock'
