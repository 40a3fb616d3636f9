/** AMQP 0-9-1 frames that a test sends on behalf of a broker or a client. */

/** Returns a method frame: type 1, channel, length, class and method, arguments, end mark. */
function methodFrame(channel: number, classId: number, methodId: number, args: Uint8Array): Buffer {
  const head = Buffer.alloc(11)
  head.writeUInt8(1, 0)
  head.writeUInt16BE(channel, 1)
  head.writeUInt32BE(4 + args.length, 3)
  head.writeUInt16BE(classId, 7)
  head.writeUInt16BE(methodId, 9)
  return Buffer.concat([head, args, Buffer.from([0xce])])
}

/** The frames that start and end a resource alarm. */
export const resourceAlarm = methodFrame(0, 10, 60, Buffer.from('\x06memory', 'latin1'))
export const alarmOver = methodFrame(0, 10, 61, Buffer.alloc(0))
/** An acknowledgement of delivery 999, which does not exist, so that RabbitMQ closes the channel (406). */
export const badAck = methodFrame(1, 60, 80, Buffer.from([0, 0, 0, 0, 0, 0, 3, 231, 0]))
