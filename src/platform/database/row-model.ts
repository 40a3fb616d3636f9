/** The part of a Sequelize model that this service uses. Reads return plain rows with the requested columns. */
import {
  Model,
  type CountOptions,
  type CreateOptions,
  type DestroyOptions,
  type FindOptions,
  type literal,
  type UpdateOptions,
} from 'sequelize'

export { literal, Op } from 'sequelize'

/** Reads are raw by default (`JoiningSequelize`), but Sequelize checks this option when it joins other tables. */
type Joining<Row> = { include?: never } | (Required<Pick<FindOptions<Row>, 'include'>> & { raw: true })
type Reading<Row, Name extends keyof Row> = Omit<FindOptions<Row>, 'attributes' | 'include'> &
  Joining<Row> & { attributes?: Name[] }

export interface RowModel<Row extends object> {
  findOne<Name extends keyof Row = keyof Row>(options: Reading<Row, Name>): Promise<Pick<Row, Name> | null>
  findAll<Name extends keyof Row = keyof Row>(options?: Reading<Row, Name>): Promise<Pick<Row, Name>[]>
  count(options?: Omit<CountOptions<Row>, 'group'>): Promise<number>
  create(row: Row, options?: CreateOptions<Row>): Promise<unknown>
  /** On MySQL the count is of rows whose values changed: use `Database.execute` if the number matters. */
  update(
    values: { [Name in keyof Row]?: Row[Name] | ReturnType<typeof literal> },
    options: UpdateOptions<Row>,
  ): Promise<unknown>
  /** Returns how many rows were deleted. */
  destroy(options: DestroyOptions<Row>): Promise<number>
}

/** The database validates instead: a validation error of Sequelize would carry the row. */
export class UnvalidatedModel extends Model {
  override validate(): Promise<void> {
    return Promise.resolve()
  }
}
