import { people } from './0001-people.ts';
import { workspace } from './0002-workspace.ts';
import { trading } from './0003-trading.ts';
import { candles } from './0004-candles.ts';
import { transfers } from './0005-transfers.ts';
import type { Migration } from './migration.ts';

/** In order; a new step goes to the end. */
export const allMigrations: readonly Migration[] = [people, workspace, trading, candles, transfers];
