import type { ProductRoutes } from '../../../schemas/wire/index.ts';
import type { BodyOf } from '../../../schemas/wire/route.ts';
import { HttpClient } from './http-client.ts';

/** What an operator says at the first start. */
export const setUpAnswers: BodyOf<ProductRoutes['setUp']> = {
  ...{ token: null, username: 'olga', email: 'olga@firm.example', password: 'harbour-Lamp-74' },
  ...{ firm_name: 'Meridian & Sons', language: 'zh-TW', currency: 'BTC', sandbox: false },
};

/** The administrator whom the first start makes, signed in. */
export async function setUp(url: string, answers: Partial<typeof setUpAnswers> = {}): Promise<HttpClient> {
  const client = new HttpClient(url);
  client.token = (await client.call('setUp', { body: { ...setUpAnswers, ...answers } })).token;
  return client;
}
