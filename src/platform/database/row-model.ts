/**
 * The type of a Sequelize model, with the methods that this service uses. Reads return plain rows with the requested
 * columns.
 */
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

/**
 * Joins need `raw: true`. Reads are raw by default (`JoiningSequelize`), but Sequelize checks the option itself when it
 * joins tables.
 */
type Joining<Row> = { include?: never } | (Required<Pick<FindOptions<Row>, 'include'>> & { raw: true })
type Reading<Row, Name extends keyof Row> = Omit<FindOptions<Row>, 'attributes' | 'include'> &
  Joining<Row> & { attributes?: Name[] }

export interface RowModel<Row extends object> {
  findOne<Name extends keyof Row = keyof Row>(options: Reading<Row, Name>): Promise<Pick<Row, Name> | null>
  findAll<Name extends keyof Row = keyof Row>(options?: Reading<Row, Name>): Promise<Pick<Row, Name>[]>
  count(options?: Omit<CountOptions<Row>, 'group'>): Promise<number>
  create(row: Row, options?: CreateOptions<Row>): Promise<unknown>
  /**
   * Updates rows. Use `Database.execute` if the number of rows matters: on MySQL, the result counts only rows whose
   * values changed.
   */
  update(
    values: { [Name in keyof Row]?: Row[Name] | ReturnType<typeof literal> },
    options: UpdateOptions<Row>,
  ): Promise<unknown>
  /** Returns how many rows were deleted. */
  destroy(options: DestroyOptions<Row>): Promise<number>
}

/** A model without Sequelize's validation, whose errors would contain the row. The database validates instead. */
export class UnvalidatedModel extends Model {
  override validate(): Promise<void> {
    return Promise.resolve()
  }
}
