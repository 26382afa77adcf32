// A schema as a nested list of fields: open down to the expansion level, deeper levels drawn when they are opened.

import type { FieldModel, ReferenceModel, SchemaModel } from '@credence/contract/reference'
import DrawnOnOpening from './DrawnOnOpening.tsx'
import styles from './reference.module.css'
import Words from './Words.tsx'

interface Props {
  readonly schema: SchemaModel
  readonly components: ReferenceModel['components']
  /** Levels that are open from the start. */
  readonly open: number
}

export default function Schema({ schema, components, open }: Props) {
  const fields = fieldsOf(schema, components)
  if (!fields) return <Value schema={schema} />
  return <Fields fields={fields} components={components} open={open} above={schema.ref ? [schema.ref] : []} />
}

function Fields({
  fields,
  components,
  open,
  above,
}: {
  fields: readonly FieldModel[]
  components: Props['components']
  open: number
  above: readonly string[]
}) {
  return (
    <ul className={styles.fields}>
      {fields.map((field) => (
        <li key={field.name}>
          <code className={styles.name}>{field.name}</code> <Value schema={field} required={field.required} />
          <Inner field={field} components={components} open={open} above={above} />
        </li>
      ))}
    </ul>
  )
}

function Inner({ field, components, open, above }: { field: FieldModel; components: Props['components']; open: number; above: readonly string[] }) {
  const fields = fieldsOf(field, components)
  if (!fields) return null
  if (field.ref && above.includes(field.ref)) return <p className={styles.recursive}>The same fields as above.</p>
  return (
    <DrawnOnOpening
      open={open > 1}
      summary={
        <>
          Fields of <code>{field.name}</code>
        </>
      }
    >
      {() => <Fields fields={fields} components={components} open={open - 1} above={field.ref ? [...above, field.ref] : above} />}
    </DrawnOnOpening>
  )
}

function Value({ schema, required }: { schema: SchemaModel; required?: boolean }) {
  return (
    <>
      <span className={styles.type}>{schema.type}</span>
      {required ? <span className={styles.required}>required</span> : null}
      {schema.limits.map((limit) => (
        <span key={limit} className={styles.limit}>
          {limit}
        </span>
      ))}
      {schema.description ? (
        <span className={styles.description}>
          {' '}
          <Words text={schema.description} />
        </span>
      ) : null}
      {schema.values ? <span className={styles.values}> One of {schema.values.join(', ')}.</span> : null}
    </>
  )
}

function fieldsOf(schema: SchemaModel, components: Props['components']): readonly FieldModel[] | undefined {
  return schema.fields ?? (schema.ref ? components[schema.ref]?.fields : undefined)
}
