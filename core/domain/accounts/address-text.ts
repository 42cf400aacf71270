/** Addresses as somebody types them, separated by commas, spaces or lines: each once, in that order. */
export const addressesOf = (text: string): readonly string[] => [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];

const octet = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const version4 = new RegExp(`^(${octet}\\.){3}${octet}(/(3[0-2]|[12]?\\d))?$`);
const version6 = /^[0-9a-f:.]*:[0-9a-f:.]*(\/(12[0-8]|1[01]\d|[1-9]?\d))?$/i;

/** The first that is neither an IP address nor a range such as 203.0.113.0/24. The server looks again, and closer. */
export const wrongAddress = (addresses: readonly string[]): string | undefined =>
  addresses.find((one) => !version4.test(one) && !version6.test(one));
