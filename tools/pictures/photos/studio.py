"""The photo studio: mesh and material helpers, lights, camera, render and denoise. Lengths are centimetres."""
import bpy
import math
import random
import os
import sys
import time
import ctypes
import numpy as np
from mathutils import Vector, Matrix, Euler
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
T = os.path.join(HERE, 'build', 'textures', '')
os.makedirs(T, exist_ok=True)
D = bpy.data


def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    global _mats
    _mats = {}


_mats = {}


def hexc(h):
    h = h.lstrip('#')
    c = [int(h[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    return tuple((x / 12.92 if x <= .04045 else ((x + .055) / 1.055)**2.4) for x in c) + (1,)


def link(o, col=None):
    bpy.context.scene.collection.objects.link(o)
    return o


def mesh(name, verts, faces, uvs=None, smooth=True, mat=None):
    m = D.meshes.new(name)
    m.from_pydata(verts, [], faces)
    if smooth:
        m.polygons.foreach_set('use_smooth', [True] * len(m.polygons))
    if uvs is not None:
        l = m.uv_layers.new(name='UVMap')
        idx = np.zeros(len(m.loops), np.int32)
        m.loops.foreach_get('vertex_index', idx)
        l.data.foreach_set('uv', np.asarray(uvs, np.float32)[idx].ravel())
    m.update()
    o = D.objects.new(name, m)
    link(o)
    if mat:
        m.materials.append(mat)
    return o


def fillet(pts, seg=10):
    "pts: (r,z[,radius]) polyline -> rounded polyline"
    out = []
    for i, p in enumerate(pts):
        rad = p[2] if len(p) > 2 else 0
        if not rad or i in (0, len(pts) - 1):
            out.append((p[0], p[1]))
            continue
        P = np.array(p[:2], float)
        a = np.array(pts[i - 1][:2], float) - P
        b = np.array(pts[i + 1][:2], float) - P
        la, lb = np.linalg.norm(a), np.linalg.norm(b)
        a /= la
        b /= lb
        ang = math.acos(max(-1, min(1, a @ b)))
        d = min(rad / math.tan(ang / 2), la * .499 if i - 1 > 0 else la * .98, lb * .499 if i + 1 < len(pts) - 1 else lb * .98)
        r = d * math.tan(ang / 2)
        c = P + (a + b) / np.linalg.norm(a + b) * r / math.sin(ang / 2)
        s = P + a * d
        e = P + b * d
        a0 = math.atan2(*(s - c)[::-1])
        a1 = math.atan2(*(e - c)[::-1])
        da = (a1 - a0 + math.pi) % (2 * math.pi) - math.pi
        for k in range(seg + 1):
            t = a0 + da * k / seg
            out.append((c[0] + r * math.cos(t), c[1] + r * math.sin(t)))
    return out


def lathe(name, prof, seg=128, mat=None, mod=None, smooth=True, flip=False):
    "profile list of (r,z), bottom->top for outward normals. mod(theta,z,r)->r"
    v = []
    f = []
    n = len(prof)
    for i in range(seg):
        t = 2 * math.pi * i / seg
        for r, z in prof:
            rr = mod(t, z, r) if mod else r
            v.append((rr * math.cos(t), rr * math.sin(t), z))
    for i in range(seg):
        j = (i + 1) % seg
        for k in range(n - 1):
            q = (i * n + k, j * n + k, j * n + k + 1, i * n + k + 1)
            f.append(q[::-1] if flip else q)
    o = mesh(name, v, f, smooth=smooth, mat=mat)
    # weld the axis points
    import bmesh
    bm = bmesh.new()
    bm.from_mesh(o.data)
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-5)
    bm.to_mesh(o.data)
    bm.free()
    if smooth:
        o.data.use_auto_smooth = True
        o.data.auto_smooth_angle = math.radians(38)
    return o
# ---------- node helper


class NT:
    def __init__(s, name, tree=None):
        if tree is None:
            s.m = D.materials.new(name)
            s.m.use_nodes = True
            tree = s.m.node_tree
            tree.nodes.clear()
        s.t = tree

    def n(s, typ, ins=None, **kw):
        x = s.t.nodes.new(typ)
        for k, v in kw.items():
            setattr(x, k, v)
        for k, v in (ins or {}).items():
            s.set(x, k, v)
        return x

    def set(s, x, k, v):
        i = x.inputs[k]
        if isinstance(v, bpy.types.NodeSocket):
            s.t.links.new(v, i)
        elif isinstance(v, bpy.types.Node):
            s.t.links.new(v.outputs[0], i)
        else:
            i.default_value = v

    def out(s, sh):
        o = s.n('ShaderNodeOutputMaterial', {'Surface': sh})
        return s.m

    def math(s, op, a, b=None, c=None, clamp=False):
        x = s.n('ShaderNodeMath', operation=op, use_clamp=clamp)
        s.set(x, 0, a)
        if b is not None:
            s.set(x, 1, b)
        if c is not None:
            s.set(x, 2, c)
        return x.outputs[0]

    def ramp(s, fac, stops, interp='LINEAR'):
        r = s.n('ShaderNodeValToRGB', {0: fac})
        cr = r.color_ramp
        cr.interpolation = interp
        while len(cr.elements) > 1:
            cr.elements.remove(cr.elements[-1])
        cr.elements[0].position = stops[0][0]
        cr.elements[0].color = stops[0][1]
        for p, c in stops[1:]:
            e = cr.elements.new(p)
            e.color = c
        return r.outputs[0]

    def mix(s, fac, a, b, blend='MIX'):
        x = s.n('ShaderNodeMixRGB', blend_type=blend)
        s.set(x, 0, fac)
        s.set(x, 1, a)
        s.set(x, 2, b)
        return x.outputs[0]

    def noise(s, scale, detail=4, rough=.5, vec=None, dist=0, out=0):
        x = s.n('ShaderNodeTexNoise', {'Scale': scale, 'Detail': detail, 'Roughness': rough, 'Distortion': dist})
        if vec is not None:
            s.set(x, 'Vector', vec)
        return x.outputs[out]

    def obj(s): return s.n('ShaderNodeTexCoord').outputs['Object']
    def gen(s): return s.n('ShaderNodeTexCoord').outputs['Generated']
    def uv(s): return s.n('ShaderNodeTexCoord').outputs['UV']

    def bump(s, h, strength=.3, dist=.05, normal=None):
        x = s.n('ShaderNodeBump', {'Height': h, 'Strength': strength, 'Distance': dist})
        if normal is not None:
            s.set(x, 'Normal', normal)
        return x.outputs[0]

    def img(s, path, vec=None, color=True):
        im = D.images.load(path, check_existing=True)
        if not color:
            im.colorspace_settings.name = 'Non-Color'
        x = s.n('ShaderNodeTexImage', image=im)
        x.interpolation = 'Cubic'
        x.extension = 'EXTEND'
        if vec is not None:
            s.set(x, 'Vector', vec)
        return x.outputs[0]

    def pbr(s, **kw):
        return s.n('ShaderNodeBsdfPrincipled', {k.replace('_', ' '): v for k, v in kw.items()}).outputs[0]


def cached(fn):
    def w(*a, **k):
        key = (fn.__name__, a, tuple(sorted(k.items())))
        if key not in _mats:
            _mats[key] = fn(*a, **k)
        return _mats[key]
    return w


@cached
def simple(color, rough=.5, metal=0, spec=.5, **kw):
    t = NT('simple')
    return t.out(t.pbr(Base_Color=color, Roughness=rough, Metallic=metal, Specular=spec, **kw))


@cached
def glass(color, ior=1.5, rough=0, shadow=None, name='glass', edge=None):
    "glass that lets shadow and diffuse rays pass as tinted transparency (no caustic noise); edge = tint at grazing angles (longer path in the wall)"
    t = NT(name)
    col = color
    if edge:
        lw = t.n('ShaderNodeLayerWeight', {'Blend': .5}).outputs['Facing']
        col = t.mix(t.math('POWER', lw, 2.2), color, edge)
    g = t.n('ShaderNodeBsdfGlass', {'Color': col, 'IOR': ior, 'Roughness': rough})
    g.distribution = 'GGX' if rough else 'SHARP'
    tr = t.n('ShaderNodeBsdfTransparent', {'Color': shadow or col})
    lp = t.n('ShaderNodeLightPath')
    f = t.math('MAXIMUM', lp.outputs['Is Shadow Ray'], lp.outputs['Is Diffuse Ray'])
    return t.out(t.n('ShaderNodeMixShader', {0: f, 1: g.outputs[0], 2: tr.outputs[0]}).outputs[0])


@cached
def label_mat(img, foil):
    t = NT('label')
    uv = t.uv()
    c = t.img(img, uv)
    fo = t.img(foil, uv, False)
    fib = t.noise(38, 6, .65, t.obj())
    c2 = t.mix(t.math('MULTIPLY', fib, .10), c, (.55, .47, .36, 1), 'MULTIPLY')
    b = t.bump(fib, .10, .02)
    b = t.bump(fo, .35, .012, b)
    paper = t.pbr(Base_Color=c2, Roughness=.62, Specular=.35, Normal=b)
    gold = t.pbr(Base_Color=(.80, .53, .21, 1), Metallic=1, Roughness=.24, Normal=b)
    return t.out(t.n('ShaderNodeMixShader', {0: fo, 1: paper, 2: gold}).outputs[0])


@cached
def gold(rough=.2, col=(.83, .52, .24, 1), brushed=True):
    t = NT('gold')
    n = t.noise(3, 3, .6, t.n('ShaderNodeMapping', {'Vector': t.obj(), 'Scale': (1, 1, 60)}).outputs[0])
    r = t.math('MULTIPLY_ADD', n, .18, rough - .06) if brushed else rough
    return t.out(t.pbr(Base_Color=col, Metallic=1, Roughness=r))


@cached
def plaster(col, col2=None, scale=.35, rough=.9, bumps=.12):
    t = NT('plaster')
    o = t.obj()
    n = t.noise(scale, 8, .6, o)
    n2 = t.noise(scale * 9, 6, .6, o)
    c2 = col2 or tuple(x * .86 for x in col[:3]) + (1,)
    c = t.mix(t.math('MULTIPLY', n, .9), col, c2)
    h = t.math('ADD', t.math('MULTIPLY', n2, .5), t.math('MULTIPLY', t.noise(scale * 60, 3, .5, o), .12))
    return t.out(t.pbr(Base_Color=c, Roughness=1, Specular=0, Normal=t.bump(h, bumps, .4)))


@cached
def stone(col, col2, scale=1.2, rough=.55):
    t = NT('stone')
    o = t.obj()
    m = t.n('ShaderNodeMapping', {'Vector': o, 'Scale': (1, 1, 3.2)}).outputs[0]
    n = t.noise(scale, 9, .62, m, .6)
    c = t.ramp(n, [(.3, col), (.5, tuple((a + b) / 2 for a, b in zip(col, col2))), (.72, col2)])
    pits = t.n('ShaderNodeTexVoronoi', {'Vector': m, 'Scale': scale * 3.2, 'Randomness': 1.0}).outputs['Distance']
    gate = t.ramp(t.noise(scale * 1.6, 5, .7, m), [(.52, (0, 0, 0, 1)), (.60, (1, 1, 1, 1))])
    pit = t.math('MULTIPLY', t.ramp(pits, [(.10, (1, 1, 1, 1)), (.24, (0, 0, 0, 1))]), gate)
    c = t.mix(t.math('MULTIPLY', pit, .55), c, tuple(x * .45 for x in col2[:3]) + (1,))
    h = t.math('SUBTRACT', t.math('MULTIPLY', t.noise(scale * 22, 4, .6, o), .25), pit)
    return t.out(t.pbr(Base_Color=c, Roughness=rough, Specular=.35, Normal=t.bump(h, .35, .06)))


@cached
def wood(dark=(.075, .032, .014, 1), mid=(.20, .095, .042, 1), light=(.34, .19, .095, 1), rough=.42, axis='x'):
    t = NT('wood')
    o = t.obj()
    sc = {'x': (.10, 1.1, 1.1), 'z': (1.1, 1.1, .10), 'y': (1.1, .10, 1.1)}[axis]
    m = t.n('ShaderNodeMapping', {'Vector': o, 'Scale': sc}).outputs[0]
    warp = t.noise(.9, 4, .55, m, .5, out=1)
    mv = t.n('ShaderNodeVectorMath', operation='ADD')
    t.set(mv, 0, m)
    t.set(mv, 1, t.n('ShaderNodeVectorMath', {0: warp, 1: (.9, .9, .9)}, operation='MULTIPLY').outputs[0])
    w = t.n('ShaderNodeTexWave', {'Vector': mv.outputs[0], 'Scale': 1.5, 'Distortion': 3.2, 'Detail': 3, 'Detail Scale': 1.2},
            wave_type='RINGS', rings_direction={'x': 'X', 'y': 'Y', 'z': 'Z'}[axis]).outputs[0]
    fine = t.noise(26, 4, .6, t.n('ShaderNodeMapping', {'Vector': o, 'Scale': {'x': (.05, 1.4, 1.4), 'z': (1.4, 1.4, .05), 'y': (1.4, .05, 1.4)}[axis]}).outputs[0])
    f = t.math('ADD', t.math('MULTIPLY', w, .55), t.math('MULTIPLY', fine, .5))
    c = t.ramp(f, [(.22, dark), (.52, mid), (.86, light)])
    return t.out(t.pbr(Base_Color=c, Roughness=t.math('MULTIPLY_ADD', fine, .25, rough - .12), Specular=.4, Normal=t.bump(fine, .18, .03)))
# ---------- grouping


def parent(objs, loc=(0, 0, 0), rot=0, name='grp', scale=1, tilt=None):
    e = D.objects.new(name, None)
    link(e)
    for o in objs:
        o.parent = e
    e.location = loc
    e.rotation_euler = tilt if tilt else (0, 0, rot)
    e.scale = (scale,) * 3
    return e
# ---------- lights, camera, render


def area(loc, target, size, power, color=(1, 1, 1), sizey=None, cam=False, spread=None):
    l = D.lights.new('area', 'AREA')
    l.shape = 'RECTANGLE'
    l.size = size
    l.size_y = sizey or size
    l.energy = power
    l.color = color
    if spread:
        l.spread = spread
    o = D.objects.new('area', l)
    link(o)
    o.location = loc
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()
    o.visible_camera = cam
    return o


def sun(direction, power, color=(1, .93, .82), angle=.02):
    l = D.lights.new('sun', 'SUN')
    l.energy = power
    l.color = color
    l.angle = angle
    o = D.objects.new('sun', l)
    link(o)
    o.visible_glossy = False
    o.visible_transmission = False
    o.rotation_euler = Vector(direction).to_track_quat('-Z', 'Y').to_euler()
    return o


def world(col, strength):
    w = D.worlds.new('w')
    bpy.context.scene.world = w
    w.use_nodes = True
    b = w.node_tree.nodes['Background']
    b.inputs[0].default_value = col
    b.inputs[1].default_value = strength
    return w


def camera(loc, target, lens=85, focus=None, fstop=None, shift=(0, 0)):
    c = D.cameras.new('cam')
    c.lens = lens
    c.clip_end = 5000
    c.shift_x, c.shift_y = shift
    o = D.objects.new('cam', c)
    link(o)
    o.location = loc
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()
    if fstop:
        c.dof.use_dof = True
        c.dof.focus_distance = focus or (Vector(target) - Vector(loc)).length
        c.dof.aperture_fstop = fstop
    bpy.context.scene.camera = o
    return o


def plane(size, loc, rot=(0, 0, 0), mat=None, sy=None):
    a, b = size / 2, (sy or size) / 2
    o = mesh('plane', [(-a, -b, 0), (a, -b, 0), (a, b, 0), (-a, b, 0)], [(0, 1, 2, 3)], [(0, 0), (1, 0), (1, 1), (0, 1)], smooth=False, mat=mat)
    o.location = loc
    o.rotation_euler = rot
    return o


def sweep(mat, w=160, depth=30, height=90, front=60, rad=12):
    prof = fillet([(-front, 0), (depth, 0, rad), (depth, height)], 24)
    vs = []
    fs = []
    for x in (-w / 2, w / 2):
        for y, z in prof:
            vs.append((x, y, z))
    n = len(prof)
    for k in range(n - 1):
        fs.append((k, n + k, n + k + 1, k + 1))
    return mesh('sweep', vs, fs, mat=mat)


def disc(r, h, mat, loc=(0, 0, 0), bev=.15, seg=200):
    o = lathe('disc', fillet([(0, 0), (r, 0, bev), (r, h, bev), (0, h)], 6), seg, mat)
    o.location = loc
    return o


def box(x, y, z, mat, loc=(0, 0, 0), rot=0, bev=.08):
    vs = [(sx * x / 2, sy * y / 2, sz * z) for sx in (-1, 1) for sy in (-1, 1) for sz in (0, 1)]
    fs = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    o = mesh('box', vs, fs, smooth=False, mat=mat)
    o.location = loc
    o.rotation_euler = (0, 0, rot)
    b = o.modifiers.new('b', 'BEVEL')
    b.width = bev
    b.segments = 4
    o.data.use_auto_smooth = True
    o.data.polygons.foreach_set('use_smooth', [True] * 6)
    return o


_so = None


def denoiser():
    global _so
    if _so is None:
        _so = ctypes.CDLL(os.path.join(HERE, 'build', 'denoise.so'))
    return _so


def render(path, w, h, spp=64, look='Medium High Contrast', exposure=0, bounces=12, clamp=6, transp=24, dn=True, seed=1, gamma=1.0, k=0.5, filter_width=1.5, adaptive=0.0):
    sc = bpy.context.scene
    r = sc.render
    r.engine = 'CYCLES'
    c = sc.cycles
    r.resolution_x, r.resolution_y, r.resolution_percentage = w, h, 100
    c.device = 'CPU'
    c.use_denoising = False
    c.use_preview_denoising = False
    c.samples = max(1, spp // 2) if dn else spp
    c.use_adaptive_sampling = adaptive > 0
    if adaptive > 0:
        c.adaptive_threshold = adaptive
        c.adaptive_min_samples = 24
    c.max_bounces = bounces
    c.diffuse_bounces = 4
    c.glossy_bounces = 6
    c.transmission_bounces = bounces
    c.transparent_max_bounces = transp
    c.volume_bounces = 0
    c.sample_clamp_indirect = clamp
    c.sample_clamp_direct = 0
    c.caustics_reflective = False
    c.caustics_refractive = False
    c.blur_glossy = .5
    c.pixel_filter_type = 'BLACKMAN_HARRIS'
    c.filter_width = filter_width
    r.use_persistent_data = True
    r.threads_mode = 'AUTO'
    r.film_transparent = False
    sc.view_settings.view_transform = 'Filmic'
    sc.view_settings.look = look
    sc.view_settings.exposure = exposure
    sc.view_settings.gamma = gamma
    sc.display_settings.display_device = 'sRGB'
    vl = sc.view_layers[0]
    vl.cycles.denoising_store_passes = True
    sc.use_nodes = True
    nt = sc.node_tree
    nt.nodes.clear()
    rl = nt.nodes.new('CompositorNodeRLayers')
    fo = nt.nodes.new('CompositorNodeOutputFile')
    tmp = path.rsplit('.', 1)[0] + '_x'
    fo.base_path = tmp
    fo.format.file_format = 'OPEN_EXR'
    fo.format.color_depth = '32'
    fo.format.exr_codec = 'ZIP'
    fo.file_slots.clear()
    outs = ['Image', 'Denoising Albedo', 'Denoising Normal', 'Denoising Depth'] if dn else ['Image']
    names = [o.name for o in rl.outputs]
    for o in outs:
        if o not in names:
            print('NO PASS', o, names)
            continue
        fo.file_slots.new(o.split()[-1])
        nt.links.new(rl.outputs[o], fo.inputs[o.split()[-1]])
    t0 = time.time()
    bufs = []

    def rd(name):
        f = [x for x in os.listdir(tmp) if x.startswith(name)][0]
        im = D.images.load(tmp + '/' + f)
        im.colorspace_settings.name = 'Linear'
        a = np.empty(w * h * 4, np.float32)
        im.pixels.foreach_get(a)
        D.images.remove(im)
        return a.reshape(h, w, 4)
    for half in ([0, 1] if dn else [0]):
        c.seed = seed * 2 + half
        bpy.ops.render.render()
        bufs.append({n.split()[-1]: rd(n.split()[-1]) for n in outs if n in names})
    t1 = time.time()
    if dn:
        A, B = bufs
        col = np.ascontiguousarray(np.stack([A['Image'][..., :3], B['Image'][..., :3]]))
        feat = np.ascontiguousarray(np.concatenate([np.stack([x['Albedo'][..., :3], x['Normal'][..., :3]], 0)[None] for x in (A, B)], 0).astype(np.float32)) if 'Albedo' in A else None
        out = np.empty((h, w, 3), np.float32)
        fp = ctypes.POINTER(ctypes.c_float)
        denoiser().denoise(col.ctypes.data_as(fp), feat.ctypes.data_as(fp), out.ctypes.data_as(fp), w, h, ctypes.c_float(k))
    else:
        out = bufs[0]['Image'][..., :3]
    t2 = time.time()
    save(out, path)
    for f in os.listdir(tmp):
        os.remove(tmp + '/' + f)
    os.rmdir(tmp)
    print(f'RENDERED {path} {w}x{h} spp={spp} render={t1-t0:.1f}s denoise={t2-t1:.1f}s', flush=True)


def save(a, path):
    h, w = a.shape[:2]
    im = D.images.new('o', w, h, float_buffer=True)
    b = np.ones((h, w, 4), np.float32)
    b[..., :3] = a
    im.colorspace_settings.name = 'Linear'
    im.pixels.foreach_set(b.ravel())
    s = bpy.context.scene.render.image_settings
    s.file_format = 'PNG'
    s.color_mode = 'RGB'
    s.color_depth = '8'
    im.update()
    im.save_render(path)
    D.images.remove(im)


def card(loc, target, w, h, strength, color=(1, 1, 1), soft=.25, diffuse=False, trans=False):
    "softbox card that only reflections (and refractions, if trans) see; feathered edge"
    t = NT('card')
    uv = t.n('ShaderNodeSeparateXYZ', {0: t.uv()})

    def edge(x):
        a = t.math('SUBTRACT', .5, t.math('ABSOLUTE', t.math('SUBTRACT', x, .5)))
        return t.math('DIVIDE', a, soft, clamp=True)
    e = t.math('MULTIPLY', edge(uv.outputs[0]), edge(uv.outputs[1]))
    e = t.math('SMOOTH_MIN', e, 1, .2)
    em = t.n('ShaderNodeEmission', {'Color': color + (1,), 'Strength': t.math('MULTIPLY', e, strength)}).outputs[0]
    o = plane(w, loc, mat=t.out(em), sy=h)
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()
    o.visible_camera = False
    o.visible_diffuse = diffuse
    o.visible_shadow = False
    o.visible_transmission = trans
    o.visible_glossy = True
    return o


def gobo(spr, off=None):
    for o in spr:
        o.visible_camera = False
        o.visible_glossy = False
        o.visible_transmission = False
        o.visible_diffuse = False
