/** Where somebody was when he did what an entry of the audit log tells. */
export interface AuditOrigin {
  readonly address: string | null;
  readonly device: string | null;
}

const recordOf = (told: unknown): Readonly<Record<string, unknown>> =>
  typeof told === 'object' && told !== null ? (told as Readonly<Record<string, unknown>>) : {};
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Whether what an entry calls `address` is where money goes, and not where somebody was. */
export const isMoneyAddress = (told: unknown): boolean => recordOf(told).network !== undefined;

export function originOf(after: unknown): AuditOrigin {
  const { ip, address, user_agent: device } = recordOf(after);
  return { address: text(ip) ?? (isMoneyAddress(after) ? null : text(address)), device: text(device) };
}
