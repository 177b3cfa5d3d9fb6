"""All photographs. Usage:

    blender -b --python photos/scenes.py -- SCENE SAMPLES WIDTH OUT.png

SCENE is a key of SCENES below. SAMPLES 64 is final quality, 16 to 32 a preview. The height follows from the scene.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from studio import *
from bottle import *
from props import *

SAND, SAGE, CLAY, EARTH = ('#D9C2A2', None), ('#B9BFA3', '#A9B092'), ('#C99B7A', '#B98A68'), ('#C9A27E', '#B88E69')
LIMESTONE = ('#E9DDCA', '#CDBB9F')
COMB_WOOD = ((.10, .045, .02, 1), (.27, .13, .06, 1), (.42, .23, .11, 1), .4)
SUN = Vector((1, .75, -.85)).normalized()


def setup():
    """Empty file, leaf textures and the materials that most scenes share."""
    global LEAF, NEEM, STEM
    reset()
    if not os.path.exists(T + 'leaf.png'):
        leaf_tex(T + 'leaf.png', (.045, .13, .03), (.28, .40, .13), 9, 1)
    if not os.path.exists(T + 'neem.png'):
        leaf_tex(T + 'neem.png', (.05, .135, .03), (.22, .32, .10), 14, 5, ang=1.3)
    LEAF, NEEM, STEM = leaf_mat('leaf.png'), leaf_mat('neem.png', .30, .36), simple(hexc('#5B6B2E'), .6)


# ---------- pieces
def wall(tint, depth, **kw):
    a, b = tint
    sweep(plaster(hexc(a), hexc(b)) if b else plaster(hexc(a)), depth=depth, rad=2, **kw)


def limestone(colours=LIMESTONE, scale=1.2): return stone(hexc(colours[0]), hexc(colours[1]), scale)


def leaf_shadows(points, plane_y=None, dist=40):
    """Sprigs high up the sun's path, seen by shadow rays only. points: (x, z, turn, scale) on the wall y = plane_y, or (x, y, turn, scale) on the table."""
    rng = random.Random(5)
    for i, (x, b, turn, sc) in enumerate(points):
        P = (Vector((x, plane_y, b)) if plane_y is not None else Vector((x, b, 0))) - SUN * dist
        g = sprig(7, 12, 5, 1.7, LEAF, STEM, seed=20 + i, bend=.2, fold=.08)
        parent(g, P, tilt=(1.15, turn, .9 + rng.uniform(-.3, .3)), scale=sc)
        gobo(g)


def reflections(cx=0, cz=7):
    """Bright strips for the glass edges, dark cards for contrast in the brass; only reflections see them."""
    card((cx - 24, 4, cz + 5), (cx, 0, cz), 5, 40, 17, (1, .95, .88), soft=.3)
    card((cx + 25, 7, cz + 5), (cx, 0, cz), 3.2, 40, 15, (1, .97, .92), soft=.3)
    card((cx - 13, -34, cz + 17), (cx, 0, cz), 6, 16, 3, (1, .97, .92))
    for x in (-15, 16):
        card((cx + x, -22, cz + 3), (cx, 0, cz), 8, 30, 0, (0, 0, 0))


def light(sun_power=5.2, angle=.016, fill=1900, at=(14, -26, 28), to=(0, 0, 7), size=18, sky=.28, sun_colour=(1, .90, .76)):
    sun(SUN, sun_power, sun_colour, angle=angle)
    area(at, to, size, fill, (1, .96, .92))
    world((1, .93, .85, 1), sky)


def neem(loc, rot=0, seed=1, L=13, n=7):
    return parent(sprig(n, L, 4.6, 1.15, NEEM, STEM, seed=seed, bend=.35, fold=.15, serr=.22, sickle=-.5, angle=1.0, taper=.4), loc, rot)


def amlas(places, floor=0):
    for x, y, r, turn, tilt in places:
        parent(amla(r), (x, y, floor + r * .92), tilt=(tilt, .3, turn))


def castor_seeds(places, floor=0):
    for x, y, turn in places:
        parent(castor_seed(.8), (x, y, floor + .39), tilt=(math.pi / 2, 0, turn))


def coconut(loc, tilt): parent(coconut_half(4.3, 2), loc, tilt=tuple(math.radians(a) for a in tilt))


# ---------- scenes: each builds its set, places the camera and returns height / width
def single():
    wall(('#D8BF9E', None), 14)
    disc(5.2, 1.5, limestone())
    bottle('amber', 'dropper', (0, 0, 1.5))
    parent(sprig(6, 11, 4.4, 2.0, LEAF, STEM, seed=3, bend=.7), (-9.6, 2.2, 1.0), .25)
    parent(sprig(5, 9, 3.8, 1.7, LEAF, STEM, seed=8), (9.4, -3.6, .7), 2.65)
    leaf_shadows([(-2, 14, .2, 1.5), (4, 9.5, .9, 1.4), (-6, 9, -.4, 1.3), (1, 19, .0, 1.4), (7, 16, 1.2, 1.3)], 14, 34)
    light(angle=.018, fill=1500, at=(14, -22, 26), to=(0, 0, 6), size=16)
    reflections()
    camera((0, -52, 9.4), (0, 0, 7.6), 93, fstop=8, focus=50)
    return 1.25


def single_detail():
    wall(SAND, 16)
    bottle('amber', 'dropper', (0, 0, 0), rot=.10)
    parent(sprig(6, 12, 4.4, 2.0, LEAF, STEM, seed=3, bend=.7), (-13.0, 6.5, 4.0), .15)
    leaf_shadows([(-6, 12, .3, 1.4), (3, 15, .8, 1.5), (8, 10, .0, 1.3), (-2, 20, 1.1, 1.4)], 16, 34)
    light(fill=1500, at=(14, -22, 26), to=(0, 0, 6), size=16, sky=.3)
    reflections()
    camera((4.5, -40, 11.5), (.1, 0, 7.35), 128, fstop=5, focus=38.6)
    return 1.25


def single_flat():
    """From above: the bottle lies among what is in it."""
    wall(SAND, 70, w=240, front=80)
    bottle('amber', 'dropper', (.6, -6.6, 2.3), tilt=(-math.pi / 2, 0, .10), fill=10.6)
    coconut((-7.2, 5.4, 2.2), (4, 3, 20))
    # The half is sunk into the table to stay out of the bottle's light: this is the floor of its hollow.
    disc(2.9, .06, flesh_mat(), (-7.2, 5.4, 0), bev=.02)
    amlas([(6.4, 4.6, 1.55, .4, .3), (8.6, 1.9, 1.4, 1.2, -.4), (6.0, 1.4, 1.3, 2.0, .7)])
    castor_seeds([(-5.6, -2.6, .5), (-6.9, -3.7, 2.0), (-5.2, -4.3, -.9), (-7.0, -1.6, 1.3)])
    neem((-9.6, -10.6, .9), .55, seed=3, L=10)
    parent(sprig(6, 12, 4.4, 2.0, LEAF, STEM, seed=3, bend=.25), (9.8, -10.8, 1.3), 1.95)
    leaf_shadows([(-12, 12, .3, 1.5), (8, 14, .8, 1.5), (14, 2, .0, 1.4), (12, -12, .5, 1.4)], None)
    light(4.6, .02, fill=2200, at=(10, -30, 44), to=(0, 0, 2), size=22, sky=.32)
    card((-26, 6, 30), (0, 0, 4), 6, 44, 14, (1, .95, .88), soft=.3)
    card((24, 10, 30), (0, 0, 4), 4, 44, 12, (1, .97, .92), soft=.3)
    camera((0, -22, 80), (0, -.6, 1.5), 118, fstop=11)
    return 1.25


def pair():
    wall(SAGE, 15)
    box(21, 12, 1.2, wood(), (0, -.4, 0), .0, .12)
    bottle('amber', 'dropper', (-2.7, .9, 1.2), rot=.12)
    bottle('amber', 'dropper', (2.7, -1.2, 1.2), rot=-.10)
    amlas([(6.3, -3.2, 1.25, .4, .3), (7.2, -.6, 1.35, 1.2, -.4)], 1.2)
    neem((-11.6, -3.0, 2.1), .05, seed=3)
    leaf_shadows([(-6, 12, .3, 1.4), (3, 15, .8, 1.5), (8, 10, .0, 1.3), (-1, 20, 1.2, 1.4)], 15, 34)
    light(angle=.018, fill=1500, at=(14, -22, 26), to=(0, 0, 6), size=16)
    reflections()
    camera((0, -62, 11), (.2, 0, 7.7), 98, fstop=8, focus=61)
    return 1.25


def pair_second():
    wall(CLAY, 15)
    disc(5.0, 1.3, limestone(), (-3.4, -1.4, 0))
    disc(4.3, 4.6, limestone(('#DCC9AE', '#BFA888'), 1.0), (4.4, 3.4, 0))
    bottle('amber', 'dropper', (-3.2, -1.4, 1.3), rot=.16)
    bottle('amber', 'dropper', (4.4, 3.2, 4.6), rot=-.26)
    amlas([(4.2, -4.4, 1.3, .4, .3), (7.1, -3.7, 1.5, 1.2, -.4)])
    castor_seeds([(-.2, -7.2, .5), (1.3, -7.9, 2.0), (-1.6, -8.2, -.9)])
    neem((-12.5, -6.4, .9), .12, seed=3, L=11)
    leaf_shadows([(-8, 14, .3, 1.5), (2, 21, .8, 1.5), (9, 14, .0, 1.4), (-2, 24, 1.2, 1.4)], 15, 38)
    light(angle=.018, sky=.30)
    reflections(0, 8)
    camera((-5, -70, 19), (.5, 0, 8.3), 97, fstop=8, focus=70)
    return 1.25


def pair_detail():
    """Close: one bottle sharp, its twin behind it out of focus."""
    wall(SAGE, 22)
    bottle('amber', 'dropper', (-1.5, 0, 0), rot=.10)
    bottle('amber', 'dropper', (4.6, 9.0, 0), rot=-.12)
    amlas([(3.4, -1.6, 1.35, .4, .3)])
    neem((-10.2, -3.2, .9), .10, seed=3, L=9)
    leaf_shadows([(-8, 14, .3, 1.5), (3, 18, .8, 1.5), (9, 12, .0, 1.4), (-1, 22, 1.2, 1.4)], 22, 36)
    light(angle=.018, fill=1500, at=(14, -22, 26), to=(0, 0, 6), size=16)
    reflections(1)
    camera((5.5, -48, 11), (.7, 0, 6.7), 104, fstop=2.8, focus=47.6)
    return 1.25


def gift():
    wall(CLAY, 14)
    box(44, 36, 1.1, limestone(), (0, -10, 0), 0, .15)
    turn = .12
    parent(giftbox(), (-3.4, 2.9, 1.1), turn)
    bottle('amber', 'dropper', (4.3, -1.9, 1.1), rot=-.05)
    bottle('amber', 'dropper', (9.5, .6, 1.1), rot=-.20)
    # the comb stands on its teeth and leans its back on the box: lowest tooth on the slab, top edge at the box front
    k, lean = .64, math.radians(68)
    half = 2.645 * k
    z = 1.1 + half * math.sin(lean) + .185 * k * math.cos(lean)
    top = .51 * 5.2 * k * math.cos(lean) + .2 * k
    local = Vector((-1.4, -3.0 - .03 - top, 0))
    at = Matrix.Rotation(turn, 3, 'Z') @ local + Vector((-3.4, 2.9, 0))
    parent([comb(wood(*COMB_WOOD), n=21, L=14)], (at.x, at.y, z), tilt=(lean, 0, turn), scale=k)
    amlas([(6.6, -6.6, 1.3, .4, .3), (9.2, -5.5, 1.45, 1.2, -.4)], 1.1)
    neem((-12.2, -6.0, 1.9), .06, seed=3, L=11)
    castor_seeds([(.6, -9.0, .5), (2.1, -9.9, 2.0), (-.8, -10.2, -.9)], 1.1)
    leaf_shadows([(-4, 20, .3, 1.5), (6, 21, .8, 1.5), (11, 14, .0, 1.4), (-12, 15, 1.0, 1.5)], 14)
    light(5.0, .02, sky=.30, sun_colour=(1, .90, .78))
    reflections(3)
    camera((-1, -80, 19), (.5, 0, 8.7), 96, fstop=9, focus=79)
    return 1.25


def gift_open():
    wall(SAND, 70, w=240, front=80)
    g = box_mat()
    w, h, d, t = 13.6, 18.0, 5.0, .28
    for x, y, sx, sy in [(0, -h / 2, w, t), (0, h / 2, w, t), (-w / 2, 0, t, h + t), (w / 2, 0, t, h + t)]:
        box(sx, sy, d, g, (x, y, 0), 0, .05)
    box(w - .2, h - .2, 2.0, simple(hexc('#E7D9BF'), .8, 0, .2), (0, 0, .05), 0, .05)
    for x, r in [(-3.95, .03), (.85, -.03)]:
        bottle('amber', 'dropper', (x, -7.2, 4.33), tilt=(-math.pi / 2, 0, r), fill=10.6)
    parent([comb(wood(*COMB_WOOD), n=21, L=14)], (5.05, -.6, 2.05 + .185 * .62), tilt=(0, 0, math.pi / 2), scale=.62)
    # the lid lies printed side up, half under the box's left edge of the frame
    lid = giftbox(13.8, 1.6, 18.2)
    parent(lid, (-13.6, 1.4, 1.6), tilt=(-math.pi / 2, 0, .16))
    neem((5.0, -13.2, .9), .25, seed=3, L=11)
    amlas([(-4.6, -12.6, 1.35, .4, .3), (-7.4, -11.9, 1.45, 1.2, -.4)])
    leaf_shadows([(-12, 12, .3, 1.5), (6, 14, .8, 1.5), (14, 2, .0, 1.4), (-8, -4, 1.0, 1.4), (12, -12, .5, 1.4)], None)
    light(4.6, .02, fill=2200, at=(10, -30, 44), to=(0, 0, 2), size=22, sky=.32)
    card((-26, 6, 30), (0, 0, 4), 6, 44, 14, (1, .95, .88), soft=.3)
    card((24, 10, 30), (0, 0, 4), 4, 44, 12, (1, .97, .92), soft=.3)
    camera((0, -42, 70), (-.6, -.9, 2), 96, fstop=11)
    return 1.25


def gift_comb():
    """Close: the comb on the stone, a bottle and the box behind it."""
    wall(CLAY, 18)
    box(44, 36, 1.1, limestone(), (0, -10, 0), 0, .15)
    parent(giftbox(), (-5.6, 8.0, 1.1), .16)
    bottle('amber', 'dropper', (3.4, 1.6, 1.1), rot=-.10)
    parent([comb(wood(*COMB_WOOD), n=21, L=14)], (-.6, -5.4, 1.1 + .185 * .8), tilt=(0, 0, .22), scale=.8)
    amlas([(6.6, -2.2, 1.35, .4, .3)], 1.1)
    castor_seeds([(6.0, -6.3, .5), (7.2, -7.2, 2.0), (4.9, -7.4, -.9)], 1.1)
    leaf_shadows([(-6, 20, .3, 1.5), (6, 21, .8, 1.5), (11, 14, .0, 1.4)], 18)
    light(5.0, .02, sky=.30, sun_colour=(1, .90, .78))
    reflections(2)
    camera((-2, -58, 27), (.6, -1.2, 5.9), 98, fstop=5.6, focus=58.5)
    return 1.25


def hero_set(dx, coconut_x):
    wall(SAND, 17, w=240, front=80)
    disc(6.4, 2.0, limestone(), (dx, 0, 0))
    disc(4.2, 5.2, limestone(('#DCC9AE', '#BFA888'), 1.0), (dx + 7.6, 3.6, 0))
    bottle('amber', 'dropper', (dx, -.2, 2.0), rot=-.04)
    bottle('amber', 'cap', (dx + 7.6, 3.6, 5.2), rot=-.25)
    coconut((dx - coconut_x, -1.2, 3.48), (52, -6, -16))
    amlas([(dx + 4.0, -5.6, 1.35, .4, .3), (dx + 6.6, -4.4, 1.55, 1.2, -.4)])
    castor_seeds([(dx - 2.6, -6.6, .5), (dx - 1.2, -7.4, 2.0), (dx - 4.1, -7.2, -.9)])
    neem((dx - 19.5, -3.2, .9), .10, seed=3, L=12)
    neem((dx + 15.5, -3.5, .8), 2.9, seed=9, L=10, n=6)
    parent(sprig(6, 12, 4.4, 2.0, LEAF, STEM, seed=3, bend=.7), (dx + 17.5, 1.0, 1.0), 2.75)
    light()
    reflections(dx)


def hero():
    hero_set(9.5, 8.6)
    leaf_shadows([(-30, 16, .2, 1.8), (-18, 13, .9, 1.6), (-24, 7, -.3, 1.6), (-8, 18, .1, 1.6), (2, 12, .6, 1.5), (12, 18, .2, 1.6), (24, 12, .9, 1.6), (30, 18, 0, 1.7)], 17)
    camera((0, -74, 12), (0, 0, 8.0), 61, fstop=9, focus=74)
    return .5


def hero_mobile():
    hero_set(0, 8.7)
    leaf_shadows([(-8, 24, .2, 1.7), (4, 21, .9, 1.6), (-11, 14, -.3, 1.5), (10, 27, .1, 1.6), (13, 15, .6, 1.5)], 17)
    camera((0, -80, 14), (0, 0, 11.6), 80, fstop=9, focus=79)
    return 4 / 3


def about():
    wall(EARTH, 20, w=200, front=70)
    box(44, 20, 1.4, wood(), (0, 2, 0), .0, .14)
    ms = stone(hexc('#8B857B'), hexc('#6A645B'), 2.2, .7)
    m = lathe('mortar', fillet([(0, 0), (3.6, 0, .3), (3.9, .5, .3), (3.0, 1.2, .6), (5.0, 4.6, 2.2), (5.2, 7.2, .25), (4.5, 7.2, .25), (4.2, 5, 1.2), (2.2, 2.4, 1.4), (0, 2.2)], 12), 160, ms)
    m.location = (-3.5, 1.5, 1.4)
    p = lathe('pestle', fillet([(0, -5.4), (1.25, -5.4, .9), (1.15, -4.0, .8), (.62, 0, 3), (.82, 4.6, 1), (.85, 5.6, .6), (0, 5.7)], 10), 64, ms)
    p.location, p.rotation_euler = (-1.9, .8, 10.2), (math.radians(-6), math.radians(32), 0)
    for seed, loc, tilt in [(4, (-4.6, 1.0, 7.2), (0, math.radians(-38), 2.6)), (6, (-4.4, .2, 7.2), (0, math.radians(-30), 3.6))]:
        parent(sprig(4, 6, 3.2, .95, NEEM, STEM, seed=seed, bend=.4, serr=.22), loc, tilt=tilt)
    coconut((6.2, -1.2, 5.0), (54, -6, 10))
    amlas([(-11.6, -1.2, 1.5, .4, .3), (-9.2, -3.4, 1.35, 1.2, -.4), (-13.8, -3.0, 1.4, 2, .8)], 1.4)
    castor_seeds([(.6, -4.6, .5), (2.0, -5.4, 2.0), (-.9, -5.6, -.9), (3.3, -4.5, 1.2), (1.0, -6.6, .1)], 1.4)
    bottle('amber', 'dropper', (13.2, 3.2, 1.4), rot=-.16)
    neem((-19, -4.5, 2.0), .10, seed=3, L=9, n=6)
    leaf_shadows([(-20, 20, .2, 1.7), (-6, 22, .9, 1.6), (8, 20, .1, 1.6), (20, 18, .6, 1.6), (-14, 12, .4, 1.5)], 20)
    light(5.0, .02, at=(10, -28, 28), to=(0, 0, 6), sun_colour=(1, .89, .75))
    reflections(13)
    camera((0, -74, 17), (0, 0, 6.9), 70, fstop=5.6, focus=74)
    return .625


SCENES = {
    'single': single,                # product: one bottle, 4:5
    'single-detail': single_detail,  # the same, close
    'single-flat': single_flat,      # the same from above, among its plants
    'pair': pair,                    # product: two bottles, 4:5
    'pair-second': pair_second,      # the same, other set
    'pair-detail': pair_detail,      # the same, close
    'gift': gift,                    # product: gift pack, 4:5
    'gift-open': gift_open,          # the open box from above
    'gift-comb': gift_comb,          # the comb, close
    'hero': hero,                    # 2:1, room for words on the left
    'hero-mobile': hero_mobile,      # 3:4, room for words at the top
    'about': about,                  # 8:5
}

if __name__ == '__main__':
    name, samples, width, out = sys.argv[sys.argv.index('--') + 1:][:4]
    setup()
    ratio = SCENES[name]()
    render(os.path.abspath(out), int(width), round(int(width) * ratio), int(samples), exposure=.12)
