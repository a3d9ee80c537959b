// Loads every type of every library with its members. Fails if a package does not declare a dependency.
using System.Reflection;

var libraries = Directory.GetFiles(AppContext.BaseDirectory, "Blittable*.dll");
const BindingFlags all = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
var members = libraries.Sum(path => Assembly.LoadFrom(path).GetTypes().Sum(type => type.GetMembers(all).Length));
Console.WriteLine($"{libraries.Length} libraries with {members} members.");
return libraries.Length == int.Parse(args[0]) ? 0 : 1;
