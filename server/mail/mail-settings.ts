/** By which server mails go, from which address, and to whom. */
export interface MailSettings {
  /** `smtp:` or `smtps:`, with user and password where the server wants them. */
  readonly url: string;
  readonly from: string;
  readonly to: readonly string[];
}

const address = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

export const isSmtpUrl = (text: string): boolean =>
  /^smtps?:\/\/[^/?#]+\/?$/.test(text) && isDecodable(text) && URL.canParse(text) && new URL(text).hostname !== '';

/** What stands in it by the numbers of its bytes is text. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** One address, plain; null for none, undefined for what is no address. */
export const mailAddress = (text: string): string | null | undefined => (text === '' ? null : address.test(text) ? text : undefined);

/** Several, separated by commas. */
export function mailAddresses(text: string): readonly string[] | undefined {
  const addresses = text === '' ? [] : text.split(',').map((one) => one.trim());
  return addresses.every((one) => address.test(one)) ? addresses : undefined;
}
