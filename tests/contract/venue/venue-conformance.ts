import { describe, it } from 'vitest';
import { findCards, lostAnswerCards } from './lost-answer-cards.ts';
import { moneyCards, withdrawalCards } from './money-cards.ts';
import { orderCards } from './order-cards.ts';
import { pairCards } from './pair-cards.ts';
import { restartCards } from './restart-cards.ts';
import { timeInForceCards } from './time-in-force-cards.ts';
import { triggerCards } from './trigger-cards.ts';
import { type Card, type OpenVenue, VenueUnderTest } from './venue-under-test.ts';

/**
 * The cards that every trading venue must pass. One that the venue does not declare a capability for is not registered.
 * A venue is done when its cards pass.
 */
export function describeVenue(name: string, open: OpenVenue): void {
  describe(`venue ${name}`, async () => {
    const probe = await open();
    const { capabilities } = probe.venue;
    const isDurable = probe.reopen !== undefined;
    const losesAnswers = isDurable && probe.loseAnswers !== undefined;
    const asksElsewhere = probe.venue.find !== undefined;
    await probe.close();

    const card: Card = (title, run) => {
      it(title, async () => {
        const test = new VenueUnderTest(await open());
        try {
          await run(test);
        } finally {
          await test.opened.close();
        }
      });
    };
    if (!capabilities.trading || !capabilities.deposit) return;
    orderCards(card, capabilities);
    timeInForceCards(card, capabilities);
    triggerCards(card, capabilities);
    pairCards(card, capabilities);
    moneyCards(card);
    if (capabilities.withdrawal === true) withdrawalCards(card);
    if (isDurable) restartCards(card);
    if (losesAnswers) lostAnswerCards(card);
    if (losesAnswers && asksElsewhere) findCards(card);
  });
}
