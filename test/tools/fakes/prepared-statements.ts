/**
 * Follows the prepared statements on one MySQL connection. A client sends a statement's text once, and after that only
 * its number.
 */

/**
 * A packet has a header of four bytes. After it comes the command or, in a reply, a zero for success. The next four
 * bytes are the statement's number.
 */
const commandAt = 4
const numberAt = 5
const numberEnd = 9
const prepare = 0x16
const execute = 0x17
const prepared = 0x00

export type PreparedStatements = {
  /** Takes a packet from the client. Returns the packet that has the statement's text, which may be an earlier one. */
  sent(packet: Buffer): Buffer
  /** Takes a packet from the server. */
  answered(packet: Buffer): void
}

export function followPreparedStatements(): PreparedStatements {
  const texts = new Map<number, Buffer>()
  let preparing: Buffer | null = null
  return {
    sent(packet) {
      preparing = packet[commandAt] === prepare ? packet : null
      if (packet[commandAt] !== execute || packet.length < numberEnd) return packet
      return texts.get(packet.readUInt32LE(numberAt)) ?? packet
    },
    answered(packet) {
      if (preparing && packet[commandAt] === prepared && packet.length >= numberEnd)
        texts.set(packet.readUInt32LE(numberAt), preparing)
      preparing = null
    },
  }
}
