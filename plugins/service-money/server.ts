import { AUDIT } from '../../core/contract/audit.ts';
import { FILES } from '../../core/contract/files.ts';
import { MESSAGES } from '../../core/contract/messages.ts';
import { MONEY } from '../../core/contract/money.ts';
import { MONITORING } from '../../core/contract/operations.ts';
import { OWN_DATA } from '../../core/contract/own-data.ts';
import { PEOPLE } from '../../core/contract/people.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { JOBS, ROUTES, TABLES, TOPICS } from '../../core/contract/server-contributions.ts';
import { CLOCK, IDS, LOGGER } from '../../core/contract/server-services.ts';
import { moneyRoutes } from '../../schemas/wire/money.ts';
import { AddressBook } from './address-book.ts';
import { financeCalls } from './finance-calls.ts';
import { houseJobs } from './house-jobs.ts';
import { migrateMoneyTables, proofsAsOwnData } from './money-tables.ts';
import { moneyTopics } from './money-topics.ts';
import { movementCalls } from './movement-calls.ts';
import { OwnerNews } from './owner-news.ts';
import { ProofFiles } from './proof-files.ts';
import { watchProofs } from './proof-watch.ts';
import { allocationCalls } from './server/allocation-calls.ts';
import { allocationLines } from './server/allocation-lines.ts';
import { withdrawalCalls } from './withdrawal-calls.ts';

export const plugin = definePlugin({
  requires: {
    ...{ routes: ROUTES, tables: TABLES, topics: TOPICS, files: FILES, jobs: JOBS, messages: MESSAGES, ownData: OWN_DATA },
    ...{ monitoring: MONITORING, money: MONEY, people: PEOPLE, audit: AUDIT, clock: CLOCK, ids: IDS, logger: LOGGER },
  },
  setup: async ({ services }) => {
    const { routes, tables, topics, files, jobs, messages, ownData, money, people, monitoring, audit, clock, ids, logger } = services;
    await migrateMoneyTables(tables);
    ownData.add(proofsAsOwnData);
    const book = new AddressBook(tables, audit);
    const proofs = new ProofFiles(tables, files);
    const news = new OwnerNews({ money, messages, clock, logger });
    for (const job of houseJobs({ money, messages, proofs, news, clock, logger })) jobs.add(job);
    watchProofs(money, monitoring);
    routes.add(moneyRoutes, {
      ...financeCalls({ money, audit }),
      ...movementCalls({ money, proofs, audit, ids, clock }),
      ...withdrawalCalls({ money, book, ids, clock }),
      ...allocationLines({ audit, people }),
      ...allocationCalls({ money, tables, messages, audit, clock }),
    });
    const ends = [money.onChange(moneyTopics(topics, money, logger)), money.onChange((movement) => void news.tell(movement))];
    return () => {
      for (const end of ends) end();
    };
  },
});
