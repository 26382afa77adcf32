import ReportIssue from '@site/src/components/ReportIssue'
import ComponentTypes from '@theme-original/NavbarItem/ComponentTypes'

export default { ...ComponentTypes, 'custom-reportIssue': ReportIssue }
