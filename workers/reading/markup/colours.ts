/** Parses colours as documents write them. */

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [number, number, number]

export const white: Colour = [255, 255, 255]

/** The colour names that office formats and old pages use. Any other name is an unknown colour. */
const named: Record<string, Colour> = {
  ...{ white, black: [0, 0, 0], red: [255, 0, 0], lime: [0, 255, 0], blue: [0, 0, 255], yellow: [255, 255, 0] },
  ...{ cyan: [0, 255, 255], aqua: [0, 255, 255], magenta: [255, 0, 255], fuchsia: [255, 0, 255] },
  ...{ green: [0, 128, 0], navy: [0, 0, 128], maroon: [128, 0, 0], purple: [128, 0, 128], teal: [0, 128, 128] },
  ...{ gray: [128, 128, 128], grey: [128, 128, 128], silver: [192, 192, 192], snow: [255, 250, 250] },
  ...{
    aliceblue: [240, 248, 255],
    honeydew: [240, 255, 240],
    seashell: [255, 245, 238],
    lavenderblush: [255, 240, 245],
  },
  ...{ whitesmoke: [245, 245, 245], ghostwhite: [248, 248, 255], ivory: [255, 255, 240], azure: [240, 255, 255] },
  ...{ floralwhite: [255, 250, 240], mintcream: [245, 255, 250], darkblue: [0, 0, 139], darkred: [139, 0, 0] },
  ...{ darkgreen: [0, 100, 0], darkgray: [169, 169, 169], darkgrey: [169, 169, 169], lightgray: [211, 211, 211] },
}

/** Parses a colour as documents write it (`#fff`, `FFFFFF`, `white`, `rgb(255, 255, 255)`); null for anything else. */
export function parseColour(colour: string): Colour | null {
  const value = colour.trim().toLowerCase()
  if (named[value]) return named[value]
  const short = /^#?([\da-f])([\da-f])([\da-f])[\da-f]?$/.exec(value)?.slice(1)
  if (short) return toColour(short.map((digit) => parseInt(digit + digit, 16)))
  const long = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})(?:[\da-f]{2})?$/.exec(value)?.slice(1)
  if (long) return toColour(long.map((digits) => parseInt(digits, 16)))
  const shares = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(value)?.slice(1)
  if (shares) return toColour(shares.map(Number))
  const [, hue, saturation, lightness] = /^hsla?\(\s*([\d.]+)(?:deg)?[\s,]+([\d.]+)%[\s,]+([\d.]+)%/.exec(value) ?? []
  return lightness ? fromHue(Number(hue), Number(saturation) / 100, Number(lightness) / 100) : null
}

/** Converts a hue (CSS Color 4, 7.1). */
function fromHue(hue: number, saturation: number, lightness: number): Colour {
  const channel = (offset: number) => {
    const turn = (offset + hue / 30) % 12
    const share = saturation * Math.min(lightness, 1 - lightness)
    return Math.round(255 * (lightness - share * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

/** Returns how opaque a colour is, from 0 to 1. */
export function alphaOf(colour: string): number {
  const value = colour.trim().toLowerCase()
  if (value === 'transparent') return 0
  const digits = /^#(?:[\da-f]{6}([\da-f]{2})|[\da-f]{3}([\da-f]))$/.exec(value)
  if (digits) return parseInt(digits[1] ?? digits[2]!.repeat(2), 16) / 255
  const [, share, percent] = /^(?:rgb|hsl)a?\([^)]*[,/]\s*([\d.]+)(%?)\s*\)$/.exec(value) ?? []
  const isThird = !value.includes('/') && value.split(',').length < 4
  return share === undefined || isThird ? 1 : Number(share) / (percent ? 100 : 1)
}

/** Returns the colour that results from painting one colour over another with the opacity `alpha`. */
export function blend(over: Colour, under: Colour, alpha: number): Colour {
  return toColour(over.map((channel, index) => Math.round(channel * alpha + under[index]! * (1 - alpha))))
}

function toColour([red = 0, green = 0, blue = 0]: number[]): Colour {
  return [red, green, blue]
}
