import { resolve } from 'node:path';
import { BackupProblem } from '../backup-problem.ts';
import type { BackupPlace } from './backup-place.ts';
import { FolderPlace } from './folder-place.ts';

/** `field` names the option in messages. Throws {@link BackupProblem} on a text that names no place. */
export async function openPlace(field: string, text: string, endpoint: string | undefined, draftParent: string): Promise<BackupPlace> {
  if (!text.startsWith('s3://')) {
    if (endpoint !== undefined) throw new BackupProblem('--endpoint: goes with a place that begins with s3://');
    if (/^\w+:\/\//.test(text)) throw new BackupProblem(`${field}: must be a folder, or begin with s3://`);
    return new FolderPlace(resolve(text));
  }
  const [, bucket, rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/.exec(text) ?? [];
  if (bucket === undefined) throw new BackupProblem(`${field}: must look like s3://bucket/prefix`);
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    throw new BackupProblem('--endpoint: must look like https://store.example');
  const prefix = rest === '' || rest.endsWith('/') ? rest : `${rest}/`;
  // It would tell every operator which Node its later versions need; the one that is installed here runs on those of the product.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  // A library that only this needs.
  const { S3Place } = await import('./s3-place.ts');
  return new S3Place({ bucket, prefix, endpoint: endpoint ?? null, draftParent });
}
