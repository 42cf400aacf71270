/** Whom an address belongs to: itself for IPv4, the /64 for IPv6, of which anybody has 2^64 addresses. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const first = groupsOf(head);
  const last = tail === undefined ? [] : groupsOf(tail);
  // A dotted end stands for two groups.
  const length = first.length + last.length + (ip.includes('.') ? 1 : 0);
  const groups = [...first, ...Array.from({ length: tail === undefined ? 0 : 8 - length }, () => '0'), ...last];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
