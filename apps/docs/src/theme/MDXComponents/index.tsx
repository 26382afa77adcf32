import CodeBlock from '@site/src/components/CodeBlock'
import DotChart from '@site/src/components/DotChart/index.tsx'
import Screen from '@site/src/components/Screen/index.tsx'
import ScrollTable from '@site/src/components/ScrollTable'
import LawCard from '@site/src/laws/LawCard.tsx'
import LawCards from '@site/src/laws/LawCards.tsx'
import Program from '@site/src/program/Program.tsx'
import TabItem from '@theme/TabItem'
import Tabs from '@theme/Tabs'
import MDXComponents from '@theme-original/MDXComponents'

export default { ...MDXComponents, table: ScrollTable, CodeBlock, DotChart, LawCard, LawCards, Program, Screen, Tabs, TabItem }
