// A list of whole numbers below 2^32 that grows in place of an array of objects: an output of 100 MB has millions of lines.
export class Growing {
  #items = new Uint32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.#items.length) {
      const larger = new Uint32Array(2 * this.#items.length)
      larger.set(this.#items)
      this.#items = larger
    }
    this.#items[this.length++] = value
  }
  at(index: number): number {
    return this.#items[index] ?? 0
  }
  /** Index of the first item that is at least `value`; `length` if none is. The items ascend. */
  firstFrom(value: number): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.at(middle) < value) low = middle + 1
      else high = middle
    }
    return low
  }
}
