// The wire counts in bytes of UTF-8 and checks whole texts by FNV-1a in 32 bits.
import { splice, type Splice } from './text';

/** Bytes of UTF-8 in text[from, to); half a surrogate pair counts as the three bytes of U+FFFD, which is what it is sent as. */
export function utf8Length(text: string, from = 0, to = text.length): number {
  let bytes = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && at + 1 < to && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      bytes += 4;
      at++;
    } else bytes += 3;
  }
  return bytes;
}

/** Where the byte `bytes` of UTF-8 stands in UTF-16; a byte inside a character is its start. */
export function utf16At(text: string, bytes: number): number {
  let at = 0;
  let passed = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const pair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    const size = unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3;
    if (passed + size > bytes) break;
    passed += size;
    at += pair ? 2 : 1;
  }
  return at;
}

/** Splices in UTF-16 of `text`, as the wire has them. */
export function toWire(text: string, changes: readonly Splice[]): Splice[] {
  return changes.map((change) => {
    const at = utf8Length(text, 0, change.at);
    const remove = utf8Length(text, change.at, change.at + change.remove);
    text = splice(text, change);
    return { at, remove, insert: change.insert };
  });
}

/** Splices of the wire, in UTF-16 of `text`. */
export function fromWire(text: string, changes: readonly Splice[]): Splice[] {
  return changes.map((change) => {
    const at = utf16At(text, change.at);
    const end = utf16At(text, change.at + change.remove);
    const here = { at, remove: end - at, insert: change.insert };
    text = splice(text, here);
    return here;
  });
}

const encoder = new TextEncoder();

/** FNV-1a, 32 bits, of the bytes of UTF-8. */
export function hashOf(text: string): number {
  const bytes = encoder.encode(text);
  let hash = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash >>> 0;
}
