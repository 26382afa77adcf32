import CodeBlock from '@site/src/components/CodeBlock'
import ScrollTable from '@site/src/components/ScrollTable'
import Program from '@site/src/program/Program.tsx'
import TabItem from '@theme/TabItem'
import Tabs from '@theme/Tabs'
import MDXComponents from '@theme-original/MDXComponents'

export default { ...MDXComponents, table: ScrollTable, CodeBlock, Program, Tabs, TabItem }
