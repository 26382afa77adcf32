interface TableHeadProps {
  readonly columns: readonly string[]
  /** Those whose cells are numbers. */
  readonly numbers?: readonly string[]
  /** The last column has what can be done with a row. */
  readonly hasActions?: boolean
}
export function TableHead({ columns, numbers = [], hasActions = false }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" className={numbers.includes(column) ? 'number' : undefined}>
            {column}
          </th>
        ))}
        {hasActions && (
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
