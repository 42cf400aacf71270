/** Of the field that curve ed25519 is over. */
const p = 2n ** 255n - 19n;
const d = power(-121_665n * power(121_666n, p - 2n), 1n);
/** How many points the group has beside the part that keys are of. */
const cofactorDoublings = 3;

type Point = readonly [x: bigint, y: bigint];

/**
 * Whether 32 bytes are a public key that only its holder can sign for: a point of the curve in its one encoding, and none of the eight of
 * small order, for which anybody makes signatures that fit every text. The verifiers of crypto libraries take these for keys.
 */
export function isStrongKey(bytes: Uint8Array): boolean {
  let point = bytes.length === 32 ? pointOf(bytes) : null;
  for (let times = 0; times < cofactorDoublings && point !== null; times++) point = doubled(point);
  return point !== null && !(point[0] === 0n && point[1] === 1n);
}

/** RFC 8032, 5.1.3; null where there is no such point, or it has another encoding. */
function pointOf(bytes: Uint8Array): Point | null {
  const text = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
  const [sign, y] = [text >> 255n, text & (2n ** 255n - 1n)];
  if (y >= p) return null;
  const [u, v] = [modulo(y * y - 1n), modulo(d * y * y + 1n)];
  const square = modulo(u * power(v, p - 2n));
  const root = power(square, (p + 3n) / 8n);
  const x = [root, modulo(root * power(2n, (p - 1n) / 4n))].find((one) => modulo(one * one) === square);
  if (x === undefined || (x === 0n && sign === 1n)) return null;
  return [(x & 1n) === sign ? x : p - x, y];
}

function doubled([x, y]: Point): Point {
  const product = modulo(d * x * x * y * y);
  return [modulo(2n * x * y * power(1n + product, p - 2n)), modulo((y * y + x * x) * power(1n - product, p - 2n))];
}

function modulo(value: bigint): bigint {
  const rest = value % p;
  return rest < 0n ? rest + p : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = modulo(base);
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = modulo(result * square);
    square = modulo(square * square);
  }
  return result;
}
