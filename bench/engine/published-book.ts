import { OrderBook, Side } from 'nodejs-order-book';
import { type OperationStream, operationKinds } from './operations.ts';

/** Drives `nodejs-order-book`, the published order book for Node, with the same stream. Texts of ids are made beforehand. */
export class PublishedDriver {
  private readonly book = new OrderBook();
  private readonly stream: OperationStream;
  private readonly ids: string[];

  constructor(stream: OperationStream) {
    this.stream = stream;
    this.ids = Array.from({ length: stream.length + 1 }, (_, id) => `${id}`);
  }

  run(from: number, to: number): void {
    for (let i = from; i < to; i++) this.step(i);
  }

  private step(i: number): void {
    const { stream, book } = this;
    const id = this.ids[stream.orderId[i] as number] as string;
    const size = stream.qty[i] as number;
    const price = stream.price[i] as number;
    const side = stream.isBuy[i] === 1 ? Side.BUY : Side.SELL;
    switch (stream.kind[i]) {
      case operationKinds.cancel:
        book.cancel(id);
        break;
      case operationKinds.amend:
        book.modify(id, { size, price });
        break;
      case operationKinds.cross:
        book.limit({ id, side, size, price, timeInForce: 'IOC' as never });
        break;
      default:
        book.limit({ id, side, size, price });
    }
  }
}
