import type { Database } from '../opening/dialect.ts';

/** Until this transaction ends no other adds to what the user has: what is counted now is still right when a row is added. */
export async function holdUser(transaction: Database, userId: string): Promise<void> {
  await transaction.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
