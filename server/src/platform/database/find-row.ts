import { eq } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from './database.ts';

type With<Key extends string> = PgTable & Record<Key, PgColumn>;

const selectBy = (orm: Queryable, table: PgTable, column: PgColumn, value: unknown) =>
  orm.select().from(table).where(eq(column, value));

/** Makes a function that finds the row of a table by the value of a unique column. */
export const finderOf =
  <Key extends string, Table extends With<Key>>(table: Table, key: Key) =>
  async (orm: Queryable, value: Table[Key]['_']['data']) => {
    const [row] = await selectBy(orm, table, table[key], value);
    return row as Table['$inferSelect'] | undefined;
  };

/** The same, and the row is locked until the transaction ends. */
export const lockerOf =
  <Key extends string, Table extends With<Key>>(table: Table, key: Key) =>
  async (transaction: Transaction, value: Table[Key]['_']['data']) => {
    const [row] = await selectBy(transaction, table, table[key], value).for('update');
    return row as Table['$inferSelect'] | undefined;
  };

/** Makes a function that changes the row with an id, and returns it; undefined when it is gone. */
export const changerOf =
  <Table extends With<'id'>>(table: Table) =>
  async (orm: Queryable, id: Table['id']['_']['data'], values: PgUpdateSetSource<Table>) => {
    const changing = orm.update<PgTable>(table).set(values);
    const [row] = await changing.where(eq(table.id, id)).returning();
    return row as Table['$inferSelect'] | undefined;
  };
