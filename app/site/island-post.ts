import type { PostTerms } from '../../core/contract/site.ts';

/** For fields, as for every call of the product; a file may take a slow line some time. */
const timeoutMs = { fields: 20_000, file: 120_000 } as const;

/**
 * Sends the fields and gives the text of the answer, whatever its status. Not by `fetch`, which does not tell how much of a file is on
 * its way. Throws when the line is lost, when no answer comes in time, and when the sending is given up.
 */
export const postForm = (
  address: string,
  fields: FormData | Readonly<Record<string, string>>,
  { signal, onSent }: Omit<PostTerms, 'query'>,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = ({ type }: Event): void => reject(new Error(`no answer from ${address}: ${type}`));
    const hasFile = fields instanceof FormData;
    request.open('POST', address);
    request.timeout = hasFile ? timeoutMs.file : timeoutMs.fields;
    for (const end of ['error', 'timeout', 'abort'] as const) request.addEventListener(end, fail);
    request.addEventListener('load', () => resolve(request.responseText));
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onSent?.(loaded / total);
    });
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (!hasFile) request.setRequestHeader('content-type', 'application/json');
    request.send(hasFile ? fields : JSON.stringify(fields));
  });
