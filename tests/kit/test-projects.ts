/**
 * Tests that start something – a server, a process, a thread, a database or a browser – or play whole recordings. All others are units and contracts, which a
 * developer runs every few minutes; `tests/architecture/unit-tests.test.ts` holds them to it.
 */
export const integrationTests = ['tests/integration/**/*.test.ts', '**/*.integration.test.ts', '**/*.recorded.test.ts'];
