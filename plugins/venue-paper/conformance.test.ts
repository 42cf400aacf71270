import { openMatchingVenue } from '../../tests/contract/venue/open-matching-venue.ts';
import { describeVenue } from '../../tests/contract/venue/venue-conformance.ts';
import { paperAssets, paperExchanges, paperInstruments } from './exchanges.ts';
import { paperVenue } from './paper-venue.ts';

/** An exchange as it opens, without its agents: the cards want empty books. */
for (const paper of paperExchanges) {
  describeVenue(paper.exchange, () =>
    openMatchingVenue(async (matching, { sink }) => {
      const { exchange, title } = paper;
      const opened = await matching.open({
        exchange,
        title,
        assets: paperAssets,
        // The cards trade at prices and quantities in tenths.
        instruments: paperInstruments(paper)
          .filter(({ symbol }) => symbol === 'ETHUSDT')
          .map((market) => ({ ...market, tick: '0.05' })),
        sink,
        retain: 'since-snapshot',
      });
      return paperVenue({ matching: opened, history: () => [], stopAgents: () => undefined });
    }),
  );
}
