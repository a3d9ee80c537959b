// Loads every type of every library with its members: a dependency that no package names fails here.
using System.Reflection;

var libraries = Directory.GetFiles(AppContext.BaseDirectory, "Blittable*.dll");
const BindingFlags all = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
var members = libraries.Sum(path => Assembly.LoadFrom(path).GetTypes().Sum(type => type.GetMembers(all).Length));
Console.WriteLine($"{libraries.Length} libraries with {members} members.");
return libraries.Length == int.Parse(args[0]) ? 0 : 1;
