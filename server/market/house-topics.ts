/** First words of the topics that the product itself feeds. */
export const houseTopics = [
  ...['tickers', 'ticker', 'depth', 'trades', 'candles', 'indexes', 'venues', 'instruments'],
  ...['orders', 'fills', 'balances', 'accounts', 'strategies', 'layouts', 'messages', 'plugins'],
] as const;
