/** WebSocket close codes that the gateway uses (RFC 6455 §7.4.1 and its registry). 1002 and 1009 are sent by `ws` itself. */
export const closeCodes = {
  goingAway: 1001,
  unsupportedData: 1003,
  invalidPayload: 1007,
  policy: 1008,
  tryAgainLater: 1013,
} as const;
